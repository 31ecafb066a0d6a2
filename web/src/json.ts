// JSON as the daemon answers it. What agents and submitters wrote stays the text it is, so that no digit of it is lost
// and nothing in it can be mistaken for ours.

/** A value that somebody else wrote, digit by digit. */
export class Json {
  constructor(readonly text: string) {}

  /** Its members, for the few that the page reads itself. Whatever is not an object has none. */
  members(): Record<string, unknown> {
    const value: unknown = JSON.parse(this.text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  }

  /** Its members as the texts they are. */
  parts(): Map<string, Json> {
    return new Reader(this.text).parts();
  }

  get isEmpty(): boolean {
    return this.text === 'null' || this.text === '{}';
  }
}

/** The members that hold what somebody else wrote. */
const foreign = new Set(['payload', 'result', 'error', 'progress', 'metadata', 'body', 'document', 'value']);

export function parse(text: string): unknown {
  return new Reader(text).whole();
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): unknown {
    const value = this.value();
    this.space();
    if (this.at !== this.text.length) throw this.broken();
    return value;
  }

  parts(): Map<string, Json> {
    const parts = new Map<string, Json>();
    if (this.peek() !== '{') return parts;
    this.each('}', () => {
      const name = this.string();
      this.take(':');
      parts.set(name, this.untouched());
    });
    return parts;
  }

  private value(): unknown {
    switch (this.peek()) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return this.string();
      default:
        return JSON.parse(this.word());
    }
  }

  private object(): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    this.each('}', () => {
      const name = this.string();
      this.take(':');
      members[name] = foreign.has(name) ? this.untouched() : this.value();
    });
    return members;
  }

  private array(): unknown[] {
    const items: unknown[] = [];
    this.each(']', () => items.push(this.value()));
    return items;
  }

  private each(end: string, read: () => void): void {
    this.at++;
    if (this.peek() === end) {
      this.at++;
      return;
    }
    for (;;) {
      read();
      const next = this.peek();
      this.at++;
      if (next === end) return;
      if (next !== ',') throw this.broken();
    }
  }

  private untouched(): Json {
    this.space();
    const from = this.at;
    this.skip();
    return new Json(this.text.slice(from, this.at));
  }

  private skip(): void {
    const first = this.peek();
    if (first === '"') this.endOfString();
    else if (first === '{' || first === '[') this.skipNested();
    else this.word();
  }

  private skipNested(): void {
    let depth = 0;
    do {
      const c = this.text[this.at];
      if (c === undefined) throw this.broken();
      if (c === '"') this.endOfString();
      else {
        if (c === '{' || c === '[') depth++;
        if (c === '}' || c === ']') depth--;
        this.at++;
      }
    } while (depth > 0);
  }

  private string(): string {
    if (this.peek() !== '"') throw this.broken();
    const from = this.at;
    this.endOfString();
    const quoted = this.text.slice(from, this.at);
    return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  }

  private endOfString(): void {
    for (this.at++; this.text[this.at] !== '"'; this.at++) {
      if (this.at >= this.text.length) throw this.broken();
      if (this.text[this.at] === '\\') this.at++;
    }
    this.at++;
  }

  private word(): string {
    const from = this.at;
    while (this.at < this.text.length && !/[\s,:\]}]/.test(this.text[this.at]!)) this.at++;
    return this.text.slice(from, this.at);
  }

  private take(expected: string): void {
    if (this.peek() !== expected) throw this.broken();
    this.at++;
  }

  private peek(): string | undefined {
    this.space();
    return this.text[this.at];
  }

  private space(): void {
    while (this.at < this.text.length && this.text.charCodeAt(this.at) <= 32) this.at++;
  }

  private broken(): Error {
    return new SyntaxError(`the answer is not JSON at character ${this.at}`);
  }
}
