import 'uplot/dist/uPlot.min.css'

export { default as UPlot } from 'uplot'
