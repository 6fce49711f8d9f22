import type uPlot from 'uplot'
import { canvasType, colorOf } from '../theme/canvas-type.ts'
import type { Range, Series } from './series.ts'

export interface PlotInput {
  /** Milliseconds since 1970, rising. */
  times: readonly number[]
  series: readonly Series[]
  /** Counts start at zero; what only changes a little is shown where it is. */
  from: 'zero' | 'least'
  width: number
  height: number
  formatValue: (value: number) => string
  formatTime: (ms: number) => string
  /** Labels of the time axis: a time of day, or a date. */
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
/** A digit's width, as a share of the type's size; measuring each label would cost a layout. */
const DIGIT = 0.59
/** What a label of the time axis takes with the room around it, and the line it stands on, in sizes of its type. */
const TICK = { width: 6, height: 2.6 }

/** Midnight says its date, what stands between says its time; marks a day or more apart are dates. */
const timeTicks =
  (input: PlotInput) => (_plot: uPlot, seconds: number[], _axis: number, _space: number, step: number) =>
    seconds.map((at) => {
      const date = new Date(at * 1000)
      const isDate = step >= DAY_S || date.getHours() + date.getMinutes() === 0
      return input.formatTick(at * 1000, isDate ? 'date' : 'time')
    })

/** As wide as the longest label. */
const widthOf = (typePx: number) => (_plot: uPlot, labels: string[] | null) =>
  16 + Math.max(3, ...(labels ?? []).map((label) => label.length)) * DIGIT * typePx

/** Where the value axis starts and ends. */
export function valueRange(from: PlotInput['from'], least: number, most: number): [number, number] {
  if (from === 'zero') return [Math.min(0, least), Math.max(1, most * 1.08)]
  const room = Math.max((most - least) * 0.15, Math.abs(most) * 0.01, 1)
  return [least - room, most + room]
}

/** In seconds, as uPlot counts. */
export interface Stretch {
  min: number
  max: number
}

/** A stretch of the time axis after a turn of the wheel: what is under the pointer stays, and nothing beyond the data is shown. */
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

/** The stretch that the player came nearer to; undefined while all is shown. */
export function stretchOf({ scales, data: [times] }: Pick<uPlot, 'scales' | 'data'>): Stretch | undefined {
  const { min, max } = scales['x'] ?? {}
  const [first, last] = [times[0], times.at(-1)]
  if (typeof min !== 'number' || typeof max !== 'number' || first === undefined || last === undefined) return undefined
  return min > first || max < last ? { min, max } : undefined
}

const WHEEL_FACTOR = 1.25

/** A drag marks a stretch to come nearer to, a double click shows all again: uPlot's own. The wheel zooms around the pointer. */
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

/** One line of the tooltip: what it is, after a mark of its colour, and its value. */
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

/** All values at the moment under the pointer, beside it. */
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

/** What uPlot needs to draw the input in the page's present theme. */
function plotOptions(input: PlotInput, probe: HTMLElement): uPlot.Options {
  const { px, font } = canvasType('--size-xs')
  const colors = { text: colorOf('--text-3', probe), grid: colorOf('--grid', probe) }
  const strokes = input.series.map((line) => colorOf(`--series-${line.color}`, probe))
  return {
    width: input.width,
    height: input.height,
    padding: [12, (TICK.width / 2) * px, 0, 0], // half of the last label stands right of its instant
    cursor: { points: { size: 8 }, drag: { x: true, y: false } },
    hooks: { ready: [zoomByWheel] },
    legend: { show: false },
    plugins: [tooltip(input, strokes)],
    axes: [
      { ...axis(colors, font), space: TICK.width * px, size: TICK.height * px, values: timeTicks(input) },
      { ...axis(colors, font), size: widthOf(px), values: (_plot, ticks) => ticks.map(input.formatValue) },
    ],
    scales: { y: { range: (_plot, least, most) => valueRange(input.from, least, most) } },
    series: [{}, ...lines(input, strokes)],
  }
}

/** The numbers, as uPlot wants them: seconds first. */
const plotData = (input: Pick<PlotInput, 'times' | 'series'>): uPlot.AlignedData => [
  input.times.map((ms) => ms / 1000),
  ...input.series.map((line) => [...line.values]),
]

/** Draws a chart anew whenever what it shows changes. What the player came nearer to stays until another range is chosen. */
export class Drawing {
  #near: { range: Range; stretch: Stretch | undefined } | undefined

  /** Gives what takes it away again. */
  draw(input: PlotInput, place: HTMLElement, range: Range): () => void {
    let gone = false
    let destroy = () => undefined as void
    void import('./uplot.ts').then(({ UPlot }) => {
      if (gone) return
      const plot = new UPlot(plotOptions(input, place), plotData(input), place)
      if (this.#near?.range === range && this.#near.stretch) plot.setScale('x', this.#near.stretch)
      destroy = () => {
        this.#near = { range, stretch: stretchOf(plot) }
        plot.destroy()
      }
    })
    return () => {
      gone = true
      destroy()
    }
  }
}
