import { publishWidget } from './build/publish-widget.ts'

/** Builds every file of `dist/widget` and its manifest. */
export default publishWidget()
