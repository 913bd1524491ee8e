import type { NotesMessages } from '#widget/messages/notes-en.ts'

export const notes: NotesMessages = {
  balance: (before, after) => `Vous avez ${before}, et ${after} ensuite.`,
  source: 'Selon le serveur.',
  feeLarge: 'Les frais dépassent ce que vous envoyez.',
  first: (address, whole) =>
    whole
      ? `Ce portefeuille n’a jamais eu affaire à ${address}. Comparez l’adresse caractère par caractère.`
      : `Ce portefeuille n’a pas eu affaire récemment à ${address}. Comparez l’adresse caractère par caractère.`,
  imitates: {
    wallet: (address) =>
      `${address} commence et finit comme l’adresse de ce portefeuille, et en est une autre.`,
    known: (address, original) =>
      `${address} commence et finit comme ${original}, à qui ce portefeuille a eu affaire, et en est une autre. Quelqu’un veut que vous les confondiez.`,
    token: (address, original) =>
      `${address} commence et finit comme ${original}, le contrat d’un jeton, et en est une autre. Quelqu’un veut que vous les confondiez.`,
  },
}
