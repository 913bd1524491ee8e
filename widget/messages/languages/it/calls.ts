import type { CallMessages } from '#widget/messages/calls-en.ts'

const items = (count: number) => `${count} ${count === 1 ? 'tipo' : 'tipi'} di oggetti`

export const calls: CallMessages = {
  what: {
    allowance: (amount) => ({ label: 'Permetti di spendere', main: amount }),
    allowanceWithoutLimit: (token) => ({
      label: 'Permetti di spendere',
      main: token === '' ? 'Tutto, senza limite' : `Tutti i ${token}, senza limite`,
    }),
    allowanceWithdrawn: (token) => ({
      label: 'Revochi un permesso di spesa',
      main: token === '' ? 'Queste monete' : token,
    }),
    ambiguous: (number) => ({
      label: 'Dai un permesso su',
      main: number,
      remark: 'Unità minime di una moneta o l’oggetto con quel numero: nessuno qui sa quale dei due.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Permetti di spendere', main: 'Tutto, senza limite' }),
    ambiguousWithdrawn: (number) => ({ label: 'Revochi un permesso', main: `Numero ${number}` }),
    item: (id) => ({ label: 'Invii', main: `Oggetto ${id}` }),
    itemGrant: (id) => ({ label: 'Permetti di spostare', main: `Oggetto ${id}` }),
    itemWithdrawn: (id) => ({ label: 'Revochi il permesso di spostare', main: `Oggetto ${id}` }),
    units: (units, id) => ({ label: 'Invii', main: `${units} dell’oggetto ${id}` }),
    batch: (count) => ({ label: 'Invii', main: items(count) }),
    everyItem: (name) => ({
      label: 'Permetti di spostare',
      main: name === '' ? 'Ogni oggetto, ora e in futuro' : `Ogni oggetto di ${name}, ora e in futuro`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Revochi il permesso di spostare',
      main: name === '' ? 'Ogni oggetto' : `Ogni oggetto di ${name}`,
    }),
    unknown: () => ({ label: 'Chiami un contratto', main: 'Nessuno qui sa dire che cosa fa' }),
  },
  labels: {
    amounts: 'Quantità',
    collection: 'Collezione',
    contract: 'Contratto',
    everyRow: 'Tutti gli oggetti che vengono inviati',
    id: 'Oggetto',
    nobody: 'Nessuno',
    operator: 'Chi può spostarli',
    row: 'Riga',
    spender: 'Chi può farlo',
    withdrawnFrom: 'Revocato a',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Fallirebbe, quindi non è stato inviato. Controlla che il wallet abbia ciò che serve e chi lo riceve.',
    },
    warnings: {
      'ambiguous-token':
        'I dati non dicono se si tratta di un importo di una moneta o di un oggetto di una collezione. Leggi il numero in entrambi i modi.',
      'operator-grant':
        'Chi indichi qui può spostare dal tuo wallet ogni oggetto di questa collezione, ora e in futuro, finché non revochi il permesso.',
      'to-token-contract':
        'Il destinatario è il contratto stesso del token. Ciò che viene inviato lì va perso.',
      'unknown-call': 'Nessuno qui sa dire che cosa fa questa chiamata.',
      'unlimited-allowance':
        'Chi indichi qui può prendere tutto ciò che il tuo wallet ha di questa moneta, ora e in futuro, finché non revochi il permesso.',
      'value-with-call': 'La chiamata invia anche la moneta propria della rete.',
    },
    states: {
      CONFIRMED: { heading: 'Confermato', text: 'È definitivo.' },
      FAILED: {
        heading: 'Non riuscito',
        text: 'La blockchain l’ha rifiutato e non è cambiato nulla. Controlla ciò che serve prima di prepararlo di nuovo.',
      },
    },
    working: { prepare: 'Preparazione…' },
    confirm: { fingerprintHint: 'Le stesse parole compaiono ovunque sia mostrata questa chiamata.' },
  },
}
