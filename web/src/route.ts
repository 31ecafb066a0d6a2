// Where the page is: the view in the path, its filters in the query. Links are links.
import { useEffect, useState } from 'preact/hooks';

export interface Place {
  /** The decoded segments of the path: `/agents/ann` is ['agents', 'ann']. */
  segments: string[];
  query: URLSearchParams;
}

const listeners = new Set<() => void>();

function place(): Place {
  const segments = location.pathname.split('/').filter(Boolean).map(decoded);
  return { segments, query: new URLSearchParams(location.search) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function go(href: string, replace = false): void {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  listeners.forEach((each) => each());
}

/** Sets these parameters of the query and keeps the others. Empty ones are left out. */
export function setQuery(changes: Record<string, string>, replace = true): void {
  const { query } = place();
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  go(location.pathname + (text === '' ? '' : `?${text}`), replace);
}

export function usePlace(): Place {
  const [here, setHere] = useState(place);
  useEffect(() => {
    const moved = () => setHere(place());
    listeners.add(moved);
    window.addEventListener('popstate', moved);
    return () => {
      listeners.delete(moved);
      window.removeEventListener('popstate', moved);
    };
  }, []);
  return here;
}

/** Links within the page do not load it anew. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(link.pathname + link.search);
    window.scrollTo(0, 0);
  });
}
