// What views are made of: headings, tables, empty states, problems.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

import type { Problem } from '../api';
import { Command } from './words';

/** A view, with its name as the title of the page. */
export function View(props: { title: string; name?: string; children: ComponentChildren; actions?: ComponentChildren }) {
  useEffect(() => {
    document.title = `${props.name ?? props.title} · baton`;
  }, [props.name, props.title]);
  return (
    <>
      <header class="view">
        <h1>{props.title}</h1>
        <div class="actions">{props.actions}</div>
      </header>
      {props.children}
    </>
  );
}

export function Panel(props: { title: string; children: ComponentChildren; aside?: ComponentChildren; class?: string }) {
  return (
    <section class={`panel ${props.class ?? ''}`}>
      <header>
        <h2>{props.title}</h2>
        <div class="actions">{props.aside}</div>
      </header>
      {props.children}
    </section>
  );
}

/** A table that scrolls by itself where the screen is narrow; it can be reached by keyboard for that. */
export function Table(props: { label: string; head: string[]; numeric?: number[]; children: ComponentChildren }) {
  return (
    <div class="scroll" role="region" aria-label={props.label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {props.head.map((name, i) => (
              <th scope="col" key={name} class={props.numeric?.includes(i) ? 'right' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}

/** Nothing is there, and what would change that. */
export function Empty({ children, command }: { children: ComponentChildren; command?: string }) {
  return (
    <div class="empty">
      <p>{children}</p>
      {command && <Command text={command} />}
    </div>
  );
}

export function Trouble({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  return (
    <div class="trouble" role="alert">
      <strong>{problem.detail}</strong> {problem.next}
    </div>
  );
}

/** What is not read yet has its place already. */
export function Reading() {
  return (
    <p class="quiet reading" role="status">
      Reading…
    </p>
  );
}

/** Facts as terms and descriptions; what is unset is left out. */
export function Facts({ facts }: { facts: [string, ComponentChildren][] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
