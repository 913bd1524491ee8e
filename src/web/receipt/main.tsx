import { render } from 'preact'
import { App } from './app.tsx'
import { language, setLanguage } from './text.ts'
import './styles.css'

setLanguage(language())
const root = document.getElementById('root')
if (root !== null) render(<App />, root)
