import type uPlot from 'uplot'
import { canvasType, colorOf } from '../theme/canvas-type.ts'
import type { Range, Series } from './series.ts'

export interface PlotInput {
  /** Epoch ms, ascending. */
  times: readonly number[]
  series: readonly Series[]
  /** `zero` for counts; `least` for values that change only a little. */
  from: 'zero' | 'least'
  width: number
  height: number
  formatValue: (value: number) => string
  formatTime: (ms: number) => string
  /** A label of the time axis: a time of day, or a date. */
  formatTick: (ms: number, kind: 'time' | 'date') => string
}

function axis(colors: { text: string; grid: string }, font: string): uPlot.Axis {
  return { stroke: colors.text, font, grid: { stroke: colors.grid, width: 1 }, ticks: { show: false } }
}

function lines(input: PlotInput, strokes: readonly string[]): uPlot.Series[] {
  return input.series.map((line, at) => ({
    label: line.label,
    stroke: strokes[at],
    width: 2,
    points: { show: input.times.length < 2 },
  }))
}

const DAY_S = 86_400
/** A digit's width as a share of the font size. Measuring each label would cost a layout. */
const DIGIT = 0.59
/** The space of a label on the time axis, in font sizes: its width with margins, and its line's height. */
const TICK = { width: 6, height: 2.6 }

/** A label is a date at midnight or if labels are a day or more apart. Otherwise it is a time. */
const timeTicks =
  (input: PlotInput) => (_plot: uPlot, seconds: number[], _axis: number, _space: number, step: number) =>
    seconds.map((at) => {
      const date = new Date(at * 1000)
      const isDate = step >= DAY_S || date.getHours() + date.getMinutes() === 0
      return input.formatTick(at * 1000, isDate ? 'date' : 'time')
    })

/** The width of the value axis, from its longest label. */
const widthOf = (typePx: number) => (_plot: uPlot, labels: string[] | null) =>
  16 + Math.max(3, ...(labels ?? []).map((label) => label.length)) * DIGIT * typePx

/** The least and greatest value of the value axis. */
export function valueRange(from: PlotInput['from'], least: number, most: number): [number, number] {
  if (from === 'zero') return [Math.min(0, least), Math.max(1, most * 1.08)]
  const room = Math.max((most - least) * 0.15, Math.abs(most) * 0.01, 1)
  return [least - room, most + room]
}

/** The distances of the value axis's labels that uPlot may choose from: there is no half of what is counted. Undefined: uPlot's own. */
export const stepsFrom = (from: PlotInput['from']): number[] | undefined =>
  from === 'zero' ? [1, 10, 100, 1e3, 1e4, 1e5].flatMap((unit) => [1, 2, 5].map((of) => of * unit)) : undefined

/** A part of the time axis in uPlot's seconds. */
export interface Stretch {
  min: number
  max: number
}

/** The stretch after a turn of the wheel. The instant under the pointer keeps its place, and the stretch stays within the data. */
export function zoomedStretch(
  [from, to]: readonly [number, number],
  [first, last]: readonly [number, number],
  at: number,
  factor: number,
): [number, number] {
  const length = Math.min(last - first, (to - from) * factor)
  const start = at - ((at - from) / (to - from || 1)) * length
  const begin = Math.min(last - length, Math.max(first, start))
  return [begin, begin + length]
}

/** The zoomed stretch; undefined if all is shown. */
export function stretchOf({ scales, data: [times] }: Pick<uPlot, 'scales' | 'data'>): Stretch | undefined {
  const { min, max } = scales['x'] ?? {}
  const [first, last] = [times[0], times.at(-1)]
  if (typeof min !== 'number' || typeof max !== 'number' || first === undefined || last === undefined) return undefined
  return min > first || max < last ? { min, max } : undefined
}

const WHEEL_FACTOR = 1.25

/** Makes the wheel zoom around the pointer. uPlot itself zooms in by a drag, and out by a double click. */
function zoomByWheel(plot: uPlot): void {
  plot.over.addEventListener(
    'wheel',
    (event) => {
      const { min, max } = plot.scales['x'] ?? {}
      const times = plot.data[0]
      const [first, last] = [times[0], times.at(-1)]
      if (typeof min !== 'number' || typeof max !== 'number' || first === undefined || last === undefined) return
      event.preventDefault()
      const at = plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x')
      const [from, to] = zoomedStretch(
        [min, max],
        [first, last],
        at,
        event.deltaY > 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR,
      )
      plot.setScale('x', { min: from, max: to })
    },
    { passive: false },
  )
}

const TIP_PX = 12

/** One line of the tooltip: a mark in the series' colour, its name and its value. */
function tipLine(label: string, value: string, colour = 'transparent'): HTMLElement {
  const line = document.createElement('div')
  const [mark, name, number] = ['i', 'span', 'b'].map((tag) => document.createElement(tag)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  mark.style.background = colour
  name.textContent = label
  number.textContent = value
  line.append(mark, name, number)
  return line
}

/** A tooltip with all values of the instant under the pointer. */
function tooltip({ series, times, formatTime, formatValue }: PlotInput, strokes: readonly string[]): uPlot.Plugin {
  const tip = document.createElement('div')
  tip.className = 'tip'
  tip.hidden = true
  const setCursor = ({ cursor: { idx, left = -1 }, over }: uPlot) => {
    const at = idx ?? -1
    tip.hidden = at < 0 || left < 0
    if (tip.hidden) return
    const time = document.createElement('small')
    time.textContent = formatTime(times[at] ?? 0)
    const values = series.map(({ label, values }, line) => {
      const value = values[at] ?? null
      return tipLine(label, value === null ? '–' : formatValue(value), strokes[line])
    })
    tip.replaceChildren(time, ...values)
    const isLeft = left < over.clientWidth / 2
    tip.style.left = isLeft ? `${left + TIP_PX}px` : 'auto'
    tip.style.right = isLeft ? 'auto' : `${over.clientWidth - left + TIP_PX}px`
  }
  return { hooks: { init: (plot) => plot.over.append(tip), setCursor } }
}

/** The options for uPlot in the present theme. */
function plotOptions(input: PlotInput, probe: HTMLElement, onScale: (plot: uPlot) => unknown): uPlot.Options {
  const { px, font } = canvasType('--size-xs')
  const colors = { text: colorOf('--text-3', probe), grid: colorOf('--grid', probe) }
  const strokes = input.series.map((line) => colorOf(`--series-${line.color}`, probe))
  const steps = stepsFrom(input.from)
  return {
    width: input.width,
    height: input.height,
    padding: [12, (TICK.width / 2) * px, 0, 0], // half of the last label is to the right of its instant
    cursor: { points: { size: 8 }, drag: { x: true, y: false } },
    hooks: { ready: [zoomByWheel], setScale: [onScale] },
    legend: { show: false },
    plugins: [tooltip(input, strokes)],
    axes: [
      { ...axis(colors, font), space: TICK.width * px, size: TICK.height * px, values: timeTicks(input) },
      {
        ...axis(colors, font),
        ...(steps && { incrs: steps }),
        size: widthOf(px),
        values: (_plot, ticks) => ticks.map(input.formatValue),
      },
    ],
    scales: { y: { range: (_plot, least, most) => valueRange(input.from, least, most) } },
    series: [{}, ...lines(input, strokes)],
  }
}

/** The data in uPlot's form, with times in seconds. */
const plotData = (input: Pick<PlotInput, 'times' | 'series'>): uPlot.AlignedData => [
  input.times.map((ms) => ms / 1000),
  ...input.series.map((line) => [...line.values]),
]

/** Draws a chart again whenever its data changes. The zoom stays until the player chooses another range. */
export class Drawing {
  /** The range and the stretch that the player last chose. */
  #chosen: { range: Range; stretch: Stretch | undefined } | undefined

  /** Draws the chart; returns a function that removes it. */
  draw(input: PlotInput, place: HTMLElement, range: Range): () => void {
    let gone = false
    let destroy = () => undefined as void
    if (this.#chosen?.range !== range) this.#chosen = { range, stretch: undefined }
    void import('./uplot.ts').then(({ UPlot }) => {
      if (gone) return
      // until the plot is ready, its scale is not the player's choice, and its data may still be a part
      const onScale = (plot: uPlot) => plot.status === 1 && (this.#chosen = { range, stretch: stretchOf(plot) })
      const plot = new UPlot(plotOptions(input, place, onScale), plotData(input), place)
      if (this.#chosen?.stretch) plot.setScale('x', this.#chosen.stretch)
      destroy = () => plot.destroy()
    })
    return () => {
      gone = true
      destroy()
    }
  }
}
