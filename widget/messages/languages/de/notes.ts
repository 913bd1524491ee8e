import type { NotesMessages } from '#widget/messages/notes-en.ts'

export const notes: NotesMessages = {
  balance: (before, after) => `Sie haben ${before}, danach ${after}.`,
  source: 'Laut Server.',
  feeLarge: 'Die Gebühr ist mehr als das, was Sie senden.',
  first: (address, whole) =>
    whole
      ? `Diese Wallet hatte mit ${address} noch nie zu tun. Vergleichen Sie die Adresse Zeichen für Zeichen.`
      : `Diese Wallet hatte mit ${address} in letzter Zeit nichts zu tun. Vergleichen Sie die Adresse Zeichen für Zeichen.`,
  unfinished: (address, until) =>
    `Eine frühere Zahlung an ${address} ist noch nicht zu Ende und kann bis ${until} ausgeführt werden. Wenn Sie auch diese bestätigen, zahlen Sie vielleicht doppelt.`,
  imitates: {
    wallet: (address) => `${address} beginnt und endet wie die Adresse dieser Wallet und ist eine andere.`,
    known: (address, original) =>
      `${address} beginnt und endet wie ${original}, womit diese Wallet zu tun hatte, und ist eine andere. Jemand will, dass Sie die beiden verwechseln.`,
    token: (address, original) =>
      `${address} beginnt und endet wie ${original}, der Vertrag eines Tokens, und ist eine andere. Jemand will, dass Sie die beiden verwechseln.`,
  },
}
