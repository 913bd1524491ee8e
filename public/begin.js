// Starts the console. Where the server has drawn the page, first lets the browser show that picture: it would otherwise
// wait until all of the console's code has run. See docs/adr/0059-pages-drawn-by-the-server.md.
const { main } = document.currentScript.dataset
const root = document.getElementById('root')
const begin = () =>
  import(main).catch((error) => {
    // Nobody could use what the server has drawn. The languages are in the code that did not come.
    root.textContent = 'Latchkey could not be loaded. Check your connection and reload the page.'
    throw error
  })
// A tab in the background shows nothing, and is given no frame.
if (root.hasChildNodes() && document.visibilityState === 'visible')
  requestAnimationFrame(() => setTimeout(begin))
else begin()
