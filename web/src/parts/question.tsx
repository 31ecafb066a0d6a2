// Whatever cannot be taken back is asked about first.
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Question {
  title: string;
  text: string;
  /** What the button says: the deed, not `OK`. */
  deed: string;
  grave?: boolean;
}

type Asked = Question & { answer: (yes: boolean) => void };

let show: (asked: Asked | undefined) => void = () => undefined;

export function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => show({ ...question, answer: resolve }));
}

export function Asker() {
  const [asked, setAsked] = useState<Asked>();
  const dialog = useRef<HTMLDialogElement>(null);
  show = setAsked;
  useEffect(() => {
    if (asked) dialog.current?.showModal();
  }, [asked]);
  if (!asked) return null;
  const answer = (yes: boolean) => {
    asked.answer(yes);
    setAsked(undefined);
  };
  return (
    <dialog ref={dialog} aria-labelledby="question" onClose={() => answer(false)}>
      <h2 id="question">{asked.title}</h2>
      <p>{asked.text}</p>
      <div class="actions">
        <button type="button" onClick={() => answer(false)}>
          Leave it
        </button>
        <button type="button" class={asked.grave ? 'grave' : 'chief'} onClick={() => answer(true)} autoFocus>
          {asked.deed}
        </button>
      </div>
    </dialog>
  );
}
