import type { CallMessages } from '#widget/messages/calls-en.ts'

const items = (count: number) => `${count} ${count === 1 ? 'Art' : 'Arten'} von Gegenständen`

export const calls: CallMessages = {
  what: {
    allowance: (amount) => ({ label: 'Sie erlauben auszugeben', main: amount }),
    allowanceWithoutLimit: (token) => ({
      label: 'Sie erlauben auszugeben',
      main: token === '' ? 'Alles, ohne Grenze' : `Alle ${token}, ohne Grenze`,
    }),
    allowanceWithdrawn: (token) => ({
      label: 'Sie entziehen eine Erlaubnis zum Ausgeben',
      main: token === '' ? 'Diese Coins' : token,
    }),
    ambiguous: (number) => ({
      label: 'Sie geben eine Erlaubnis über',
      main: number,
      remark:
        'Kleinste Einheiten eines Coins oder der Gegenstand mit dieser Nummer: Niemand hier weiß, welches von beidem.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Sie erlauben auszugeben', main: 'Alles, ohne Grenze' }),
    ambiguousWithdrawn: (number) => ({ label: 'Sie entziehen eine Erlaubnis', main: `Nummer ${number}` }),
    item: (id) => ({ label: 'Sie senden', main: `Gegenstand ${id}` }),
    itemGrant: (id) => ({ label: 'Sie erlauben zu bewegen', main: `Gegenstand ${id}` }),
    itemWithdrawn: (id) => ({ label: 'Sie entziehen die Erlaubnis zu bewegen', main: `Gegenstand ${id}` }),
    units: (units, id) => ({ label: 'Sie senden', main: `${units} von Gegenstand ${id}` }),
    batch: (count) => ({ label: 'Sie senden', main: items(count) }),
    everyItem: (name) => ({
      label: 'Sie erlauben zu bewegen',
      main:
        name === '' ? 'Jeden Gegenstand, jetzt und später' : `Jeden Gegenstand von ${name}, jetzt und später`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Sie entziehen die Erlaubnis zu bewegen',
      main: name === '' ? 'Jeden Gegenstand' : `Jeden Gegenstand von ${name}`,
    }),
    unknown: () => ({
      label: 'Sie rufen einen Vertrag auf',
      main: 'Niemand hier kann sagen, was das bewirkt',
    }),
  },
  labels: {
    amounts: 'Menge',
    collection: 'Sammlung',
    contract: 'Vertrag',
    everyRow: 'Alle Gegenstände, die gesendet werden',
    id: 'Gegenstand',
    nobody: 'Niemand',
    operator: 'Wer sie bewegen darf',
    row: 'Zeile',
    spender: 'Wer es darf',
    withdrawnFrom: 'Entzogen wird es',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Das würde scheitern, deshalb wurde es nicht gesendet. Prüfen Sie, ob die Wallet das Nötige hält und wer es empfängt.',
    },
    warnings: {
      'ambiguous-token':
        'Die Daten sagen nicht, ob das ein Betrag eines Coins oder ein Gegenstand einer Sammlung ist. Lesen Sie die Zahl als beides.',
      'operator-grant':
        'Wen Sie hier nennen, der darf jeden Gegenstand dieser Sammlung aus Ihrer Wallet bewegen, jetzt und später, bis Sie die Erlaubnis entziehen.',
      'to-token-contract': 'Der Empfänger ist der Vertrag des Tokens. Was dorthin geht, ist verloren.',
      'unknown-call': 'Niemand hier kann sagen, was dieser Aufruf bewirkt.',
      'unlimited-allowance':
        'Wen Sie hier nennen, der darf alles von diesem Coin nehmen, was Ihre Wallet hält, jetzt und später, bis Sie die Erlaubnis entziehen.',
      'value-with-call': 'Der Aufruf sendet auch die eigene Währung der Blockchain.',
    },
    states: {
      CONFIRMED: { heading: 'Bestätigt', text: 'Es ist endgültig.' },
      FAILED: {
        heading: 'Es ist gescheitert',
        text: 'Die Blockchain hat es abgelehnt, und nichts hat sich geändert. Prüfen Sie, was dafür nötig ist, bevor Sie es neu vorbereiten.',
      },
    },
    working: { prepare: 'Wird vorbereitet …' },
    confirm: { fingerprintHint: 'Dieselben Wörter stehen überall, wo dieser Aufruf gezeigt wird.' },
  },
}
