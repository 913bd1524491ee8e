import { defineConfig } from 'vite'
import { publishWidget } from './build/publish-widget.ts'
import { fileConfig } from './build/file-config.ts'

/** The widget's build, apart from the console's: every file of `dist/widget` and its manifest. */
export default defineConfig({ ...fileConfig('module'), plugins: [publishWidget()] })
