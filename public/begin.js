// Starts the console. Where the server has drawn the page, first lets the browser show that picture: it would otherwise
// wait until all of the console's code has run. See docs/adr/0059-pages-drawn-by-the-server.md.
const { main } = document.currentScript.dataset
const begin = () => import(main)
const hasPicture = document.getElementById('root').hasChildNodes()
// A tab in the background shows nothing, and is given no frame.
if (hasPicture && document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(begin))
else begin()
