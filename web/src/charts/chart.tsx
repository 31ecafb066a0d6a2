import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Series {
  name: string;
  values: (number | null)[];
  /** One of the colours --c1 … --c6 of the style; 0 is --bad. */
  colour: number;
}

export interface ChartProps {
  title: string;
  times: number[];
  series: Series[];
  shape: 'lines' | 'stack' | 'bars';
  unit?: string;
}

const height = 150;

export function Chart(props: ChartProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const theme = useTheme();
  const shown = props.shape === 'lines' ? props.series : stacked(props.series);
  const names = props.series.map((each) => each.name).join('|');

  useEffect(() => {
    const element = canvas.current!;
    plot.current = new uPlot(options(props, shown, element.clientWidth), dataOf(props, shown), element);
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.current?.destroy();
    };
  }, [names, theme]);
  useEffect(() => plot.current?.setData(dataOf(props, shown)));

  return (
    <section class="panel chart">
      <header>
        <h2>{props.title}</h2>
        <Legend {...props} />
      </header>
      <div ref={canvas} class="canvas" role="img" aria-label={`${props.title}: ${spoken(props)}`} />
    </section>
  );
}

function Legend({ series, unit }: ChartProps) {
  return (
    <ul class="legend">
      {series.filter(matters).map((each) => (
        <li key={each.name}>
          <i class={`c${each.colour}`} aria-hidden="true" />
          {each.name} <b class="number">{text(last(each), unit)}</b>
        </li>
      ))}
    </ul>
  );
}

function matters(series: Series, _: number, all: Series[]): boolean {
  return all.length <= 3 || series.values.some((value) => value !== null && value > 0);
}

function spoken(props: ChartProps): string {
  return props.series.map((each) => `${each.name} ${text(last(each), props.unit)}`).join(', ') || 'nothing yet';
}

function last(series: Series): number | null {
  return series.values.findLast((value) => value !== null) ?? null;
}

function text(value: number | null, unit = ''): string {
  if (value === null) return '–';
  const digits = Number.isInteger(value) ? 0 : value < 10 ? 2 : 1;
  return value.toFixed(digits) + unit;
}

/** Each on top of those before it. The topmost is drawn first, so that the others cover its lower part. */
function stacked(series: Series[]): Series[] {
  const sums: number[] = [];
  const piled = series.map((each) => ({
    ...each,
    values: each.values.map((value, i) => (value === null ? null : (sums[i] = (sums[i] ?? 0) + value))),
  }));
  return piled.reverse();
}

function dataOf(props: ChartProps, series: Series[]): uPlot.AlignedData {
  return [props.times, ...series.map((each) => each.values)] as uPlot.AlignedData;
}

function options(props: ChartProps, series: Series[], width: number): uPlot.Options {
  const line = colourOf('--line');
  const axis = { stroke: colourOf('--quiet'), font: '11px system-ui, sans-serif', ticks: { show: false } };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { show: false } },
    padding: [8, 20, 0, 0],
    scales: { y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      { ...axis, grid: { show: false }, incrs: [60], space: 40, values: '{HH}:{mm}', size: 24 },
      { ...axis, grid: { stroke: line, width: 1 }, size: 38, space: 36 },
    ],
    series: [{}, ...series.map((each) => seriesOptions(props.shape, each))],
  };
}

function seriesOptions(shape: ChartProps['shape'], series: Series): uPlot.Series {
  const colour = colourOf(series.colour === 0 ? '--bad' : `--c${series.colour}`);
  const base: uPlot.Series = { label: series.name, stroke: colour, width: 1.5, points: { show: false }, spanGaps: true };
  if (shape === 'bars') return { ...base, fill: colour, width: 0, paths: uPlot.paths.bars!({ size: [0.7, 12] }) };
  if (shape === 'stack') return { ...base, fill: colour, width: 0, paths: uPlot.paths.stepped!({ align: 1 }) };
  return base;
}

function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Changes with light and dark: what is drawn on a canvas does not follow the style by itself. */
function useTheme(): boolean {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const [is, set] = useState(dark.matches);
  useEffect(() => {
    const look = () => set(dark.matches);
    dark.addEventListener('change', look);
    return () => dark.removeEventListener('change', look);
  }, []);
  return is;
}
