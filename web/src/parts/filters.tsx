// Filters live in the URL, so that what is seen can be sent to somebody.
import { useEffect, useState } from 'preact/hooks';

import { setQuery } from '../route';

interface Field {
  name: string;
  label: string;
  value: string;
}

export function Choice(props: Field & { options: readonly string[]; all?: string }) {
  return (
    <label>
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => setQuery({ [props.name]: event.currentTarget.value }, false)}>
        <option value="">{props.all ?? 'all'}</option>
        {props.options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Takes effect when the typing pauses. */
export function Entry(props: Field & { placeholder?: string; wide?: boolean; type?: string }) {
  const [typed, setTyped] = useState(props.value);
  useEffect(() => setTyped(props.value), [props.value]);
  useEffect(() => {
    if (typed === props.value) return undefined;
    const timer = setTimeout(() => setQuery({ [props.name]: typed.trim() }), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label class={props.wide ? 'wide' : undefined}>
      <span>{props.label}</span>
      <input
        type={props.type ?? 'search'}
        value={typed}
        placeholder={props.placeholder}
        spellcheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}
