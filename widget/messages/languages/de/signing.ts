import type { SigningMessages } from '#widget/messages/signing-en.ts'

export const signing: SigningMessages = {
  what: {
    coins: (amount) => ({ label: 'Sie senden', main: amount }),
    moved: (amount) => ({ label: 'Sie bewegen, was ein anderes Konto hält', main: amount }),
    moreAllowance: (amount) => ({ label: 'Sie erlauben, mehr auszugeben', main: amount }),
    several: (count) => ({
      label: 'Sie signieren einmal für',
      main: count === 1 ? '1 Aufruf' : `${count} Aufrufe`,
      remark: 'Sie geschehen in dieser Reihenfolge: alle oder keiner.',
    }),
    backup: () => ({ label: 'Sie ändern diese Wallet', main: 'Sie bekommt diese Ersatzadresse' }),
    backupRemoved: () => ({ label: 'Sie ändern diese Wallet', main: 'Sie hat keine Ersatzadresse mehr' }),
    recoveryCancelled: () => ({
      label: 'Sie ändern diese Wallet',
      main: 'Die Wiederherstellung wird abgebrochen',
    }),
    callCancelled: () => ({ label: 'Sie nehmen zurück', main: 'Einen Aufruf, den Sie signiert haben' }),
    told: (said) => ({
      label: 'Diese Seite sagt',
      main: said,
      remark:
        'Diese Worte stammen von der Seite, und niemand hier hat sie geprüft. Adressen und Zahlen sind aus dem Aufruf selbst gelesen.',
    }),
  },
  labels: {
    backup: 'Ersatzadresse',
    data: 'Daten',
    extraData: 'Mitgegebene Daten',
    holder: 'Genommen von',
    length: 'Länge',
    selector: 'Funktion',
    value: 'Außerdem gesendet',
  },
  callOf: (number, count) => `Aufruf ${number} von ${count}`,
  bytes: (count) => (count === 1 ? '1 Byte' : `${count} Bytes`),
  warnings: {
    'allowance-over-balance':
      'Das ist mehr, als Ihre Wallet hält: Auch was später kommt, darf genommen werden.',
    'from-other-account':
      'Was bewegt wird, gehört einem anderen Konto, das Ihrer Wallet erlaubt hat, es zu bewegen.',
    'removes-backup':
      'Die Wallet wird keine Ersatzadresse haben. Geht der Passkey verloren, kann niemand sie wiederherstellen.',
    'sets-backup': 'Wer die Ersatzadresse beherrscht, kann die Wallet nach einer Frist übernehmen.',
  },
  unread: {
    heading: 'Diese Seite verlangt etwas, das sich nicht lesen lässt',
    lede: 'Niemand hier kann sagen, was dieser Aufruf bewirkt. Er gibt womöglich alles weg, was diese Wallet hält.',
    understood: 'Ich verstehe, dass ich nicht sehen kann, was das bewirkt',
    missing: 'Setzen Sie das Häkchen oder brechen Sie ab.',
    submit: 'Weiter',
  },
}
