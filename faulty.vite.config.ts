import { defineConfig } from 'electron-vite'
import app from './electron.vite.config.ts'
import { faults } from './test/support/faults/plugin.ts'

/** The app's main process, built a second time as it ships but for the faults that a test plants. */
export default defineConfig({
  main: {
    ...app.main,
    plugins: [faults, app.main?.plugins],
    build: { ...app.main?.build, outDir: 'out/faulty/out/main' },
  },
})
