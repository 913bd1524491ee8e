/*
 * Refuses browsers below the minimum version of our own pages (src/protocol/browser-floor.ts) with one sentence. This
 * script runs before the app, in browsers that may not be able to parse the app, so it uses nothing newer than ES5.
 */
;(function () {
  var isSupported =
    window.CSS &&
    CSS.supports &&
    CSS.supports('color', 'light-dark(oklch(from red l c h), red)') &&
    AbortSignal.any &&
    URL.canParse &&
    'popover' in HTMLElement.prototype
  if (isSupported) return
  var sentences = {
    de: 'Dieser Browser ist zu alt für diese Seite. Bitte aktualisieren Sie ihn oder öffnen Sie einen aktuellen Browser.',
    en: 'This browser is too old for this page. Please update it, or open a current browser.',
    es: 'Este navegador es demasiado antiguo para esta página. Actualícelo o abra un navegador actual.',
  }
  var language = (navigator.language || '').slice(0, 2)
  var root = document.getElementById('root')
  var sentence = document.createElement('p')
  sentence.setAttribute('role', 'alert')
  sentence.style.cssText = 'margin:2em;font:1.125em/1.5 sans-serif'
  sentence.textContent = sentences[language] || sentences.en
  // The app renders nothing if its root element is missing.
  root.parentNode.replaceChild(sentence, root)
})()
