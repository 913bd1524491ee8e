import { publishWidget } from './build/publish-widget.ts'

/** Every file of `dist/widget` and its manifest. */
export default publishWidget()
