// Times are judged by the store's clock, which answers tell; the browser's own may be wrong.
import { useEffect, useState } from 'preact/hooks';

let ahead = 0;

/** An answer said what time it is at the store. */
export function heardTime(now: string): void {
  ahead = Date.parse(now) - Date.now();
}

export function storeNow(): number {
  return Date.now() + ahead;
}

const tickers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Renders again every second, all of them at once. */
export function useSeconds(): number {
  const [, render] = useState(0);
  useEffect(() => {
    const tick = () => render((n) => n + 1);
    tickers.add(tick);
    timer ??= setInterval(() => tickers.forEach((each) => each()), 1000);
    return () => {
      tickers.delete(tick);
      if (tickers.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    };
  }, []);
  return storeNow();
}

/** `12 s`, `4 min`, `3 h`, `2 d`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86400)} d`;
}

/** `14:05:09.123` of today, with the date otherwise. */
export function clockTime(at: string): string {
  const time = new Date(at);
  const day = time.toDateString() === new Date(storeNow()).toDateString() ? '' : `${date(time)} `;
  const [h, m, s] = [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => String(n).padStart(2, '0'));
  return `${day}${h}:${m}:${s}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

function date(time: Date): string {
  return `${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, '0')}-${String(time.getDate()).padStart(2, '0')}`;
}
