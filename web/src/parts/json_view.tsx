import { useMemo, useState } from 'preact/hooks';

import type { Json } from '../json';
import { layOut } from '../json_layout';

/** More than a screen can show at once, and than a browser lays out in a moment. */
const readable = 20_000;

/** A value as it was written: as text, whatever is in it. */
export function JsonView({ value, label }: { value: Json; label: string }) {
  const [whole, setWhole] = useState(false);
  const long = value.text.length > readable;
  const tokens = useMemo(() => (long ? [] : layOut(value.text)), [value.text, long]);
  return (
    <figure class="json">
      <pre tabIndex={0} aria-label={label}>
        {long
          ? value.text.slice(0, whole ? undefined : readable)
          : tokens.map((token, i) => (
              <span key={i} class={token.kind}>
                {token.text}
              </span>
            ))}
      </pre>
      {long && !whole && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {value.text.length.toLocaleString('en')} characters
        </button>
      )}
    </figure>
  );
}
