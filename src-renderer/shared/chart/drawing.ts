import { plotData, plotOptions, stretchOf, type PlotInput, type Stretch } from './plot.ts'
import type { Range } from './series.ts'

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
