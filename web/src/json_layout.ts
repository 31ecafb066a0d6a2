// JSON text laid out for a person, token by token: nothing is read as a number, so nothing is rounded.

export type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark';
export interface Token {
  kind: TokenKind;
  text: string;
}

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g;

/** The tokens with line breaks and spaces among their marks. */
export function layOut(text: string): Token[] {
  const laid: Token[] = [];
  const found = text.match(token) ?? [];
  let depth = 0;
  const breakLine = () => `\n${'  '.repeat(depth)}`;
  found.forEach((piece, i) => {
    const next = found[i + 1];
    if (piece === '{' || piece === '[') {
      depth++;
      const empty = next === '}' || next === ']';
      laid.push({ kind: 'mark', text: empty ? piece : piece + breakLine() });
    } else if (piece === '}' || piece === ']') {
      depth--;
      const empty = found[i - 1] === '{' || found[i - 1] === '[';
      laid.push({ kind: 'mark', text: empty ? piece : breakLine() + piece });
    } else if (piece === ',') {
      laid.push({ kind: 'mark', text: piece + breakLine() });
    } else if (piece === ':') {
      laid.push({ kind: 'mark', text: ': ' });
    } else {
      laid.push({ kind: kindOf(piece, next), text: piece });
    }
  });
  return laid;
}

function kindOf(piece: string, next: string | undefined): TokenKind {
  if (piece.startsWith('"')) return next === ':' ? 'key' : 'string';
  return /^[-\d]/.test(piece) ? 'number' : 'word';
}
