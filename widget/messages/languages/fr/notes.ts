import type { NotesMessages } from '#widget/messages/notes-en.ts'

export const notes: NotesMessages = {
  balance: (before, after) => `Vous avez ${before}, et ${after} ensuite.`,
  source: 'Selon le serveur.',
  feeLarge: 'Les frais dépassent ce que vous envoyez.',
  first: (address, whole) =>
    whole
      ? `Ce portefeuille n’a jamais eu affaire à ${address}. Comparez l’adresse caractère par caractère.`
      : `Ce portefeuille n’a pas eu affaire récemment à ${address}. Comparez l’adresse caractère par caractère.`,
  unfinished: (address, until) =>
    `Un paiement précédent à ${address} n’est pas terminé et peut être exécuté jusqu’au ${until}. Si vous confirmez aussi celui-ci, vous paierez peut-être deux fois.`,
  imitates: {
    wallet: (address) =>
      `${address} commence et finit comme l’adresse de ce portefeuille, et en est une autre.`,
    known: (address, original) =>
      `${address} commence et finit comme ${original}, à qui ce portefeuille a eu affaire, et en est une autre. Quelqu’un veut que vous les confondiez.`,
    token: (address, original) =>
      `${address} commence et finit comme ${original}, le contrat d’un jeton, et en est une autre. Quelqu’un veut que vous les confondiez.`,
  },
}
