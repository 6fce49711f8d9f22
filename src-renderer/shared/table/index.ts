export { collatorOf, numberColumn, priceColumn, textColumn, type Column } from './columns.ts'
export { default as DataTable } from './DataTable.svelte'
export { default as TableSkeleton } from './TableSkeleton.svelte'
