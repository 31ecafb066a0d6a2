// The text of a stream of server-sent events, taken apart as it comes.

export interface Sent {
  id: string;
  event: string;
  data: string;
}

export class ServerSent {
  private rest = '';
  private id = '';
  private event = '';
  private data: string[] = [];

  /** What is whole by now. An entry without data still tells an id. */
  feed(text: string): Sent[] {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop()!;
    const sent: Sent[] = [];
    for (const line of lines) {
      if (line === '') this.finish(sent);
      else this.field(line);
    }
    return sent;
  }

  private finish(sent: Sent[]): void {
    if (this.id !== '' || this.data.length > 0) sent.push({ id: this.id, event: this.event, data: this.data.join('\n') });
    this.id = '';
    this.event = '';
    this.data = [];
  }

  private field(line: string): void {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') this.id = value;
    else if (name === 'event') this.event = value;
    else if (name === 'data') this.data.push(value);
  }
}
