import type { CallMessages } from '#widget/messages/calls-en.ts'

const items = (count: number) => `${count} ${count < 2 ? 'sorte' : 'sortes'} d’objets`

export const calls: CallMessages = {
  what: {
    allowance: (amount) => ({ label: 'Vous permettez de dépenser', main: amount }),
    allowanceWithoutLimit: (token) => ({
      label: 'Vous permettez de dépenser',
      main: token === '' ? 'Tout, sans limite' : `Tous les ${token}, sans limite`,
    }),
    allowanceWithdrawn: (token) => ({
      label: 'Vous retirez une permission de dépenser',
      main: token === '' ? 'Cette monnaie' : token,
    }),
    ambiguous: (number) => ({
      label: 'Vous donnez une permission sur',
      main: number,
      remark:
        'Les plus petites unités d’une monnaie, ou l’objet qui porte ce numéro : personne ici ne sait lequel des deux.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Vous permettez de dépenser', main: 'Tout, sans limite' }),
    ambiguousWithdrawn: (number) => ({ label: 'Vous retirez une permission', main: `Numéro ${number}` }),
    item: (id) => ({ label: 'Vous envoyez', main: `Objet ${id}` }),
    itemGrant: (id) => ({ label: 'Vous permettez de déplacer', main: `Objet ${id}` }),
    itemWithdrawn: (id) => ({ label: 'Vous retirez la permission de déplacer', main: `Objet ${id}` }),
    units: (units, id) => ({ label: 'Vous envoyez', main: `${units} de l’objet ${id}` }),
    batch: (count) => ({ label: 'Vous envoyez', main: items(count) }),
    everyItem: (name) => ({
      label: 'Vous permettez de déplacer',
      main:
        name === ''
          ? 'Tous les objets, maintenant et plus tard'
          : `Tous les objets de ${name}, maintenant et plus tard`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Vous retirez la permission de déplacer',
      main: name === '' ? 'Tous les objets' : `Tous les objets de ${name}`,
    }),
    unknown: () => ({ label: 'Vous appelez un contrat', main: 'Personne ici ne peut dire ce que cela fait' }),
  },
  labels: {
    amounts: 'Quantité',
    collection: 'Collection',
    contract: 'Contrat',
    everyRow: 'Tous les objets envoyés',
    id: 'Objet',
    nobody: 'Personne',
    operator: 'Qui peut les déplacer',
    row: 'Ligne',
    spender: 'Qui peut le faire',
    withdrawnFrom: 'Retirée à',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Cela échouerait : rien n’a donc été envoyé. Vérifiez que le portefeuille contient ce qu’il faut, et qui le reçoit.',
    },
    warnings: {
      'ambiguous-token':
        'Les données ne disent pas s’il s’agit d’un montant ou d’un objet d’une collection. Lisez le nombre comme l’un et l’autre.',
      'operator-grant':
        'La personne que vous nommez pourra sortir de votre portefeuille tous les objets de cette collection, maintenant et plus tard, jusqu’à ce que vous retiriez la permission.',
      'to-token-contract': 'Le destinataire est le contrat même du jeton. Ce qui y est envoyé est perdu.',
      'unknown-call': 'Personne ici ne peut dire ce que fait cet appel.',
      'unlimited-allowance':
        'La personne que vous nommez pourra prendre tout ce que votre portefeuille a de cette monnaie, maintenant et plus tard, jusqu’à ce que vous retiriez la permission.',
      'value-with-call': 'L’appel envoie aussi la monnaie propre de la blockchain.',
    },
    states: {
      CONFIRMED: { heading: 'Confirmé', text: 'C’est définitif.' },
      FAILED: {
        heading: 'Échec',
        text: 'La blockchain l’a refusé et rien n’a changé. Vérifiez ce qu’il faut avant de le préparer à nouveau.',
      },
    },
    working: { prepare: 'Préparation…' },
    confirm: { fingerprintHint: 'Les mêmes mots apparaissent partout où cet appel est montré.' },
  },
}
