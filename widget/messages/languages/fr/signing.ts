import type { SigningMessages } from '#widget/messages/signing-en.ts'

export const signing: SigningMessages = {
  what: {
    coins: (amount) => ({ label: 'Vous envoyez', main: amount }),
    moved: (amount) => ({ label: 'Vous déplacez ce que détient un autre compte', main: amount }),
    moreAllowance: (amount) => ({ label: 'Vous permettez de dépenser plus', main: amount }),
    several: (count) => ({
      label: 'Vous signez une fois pour',
      main: count < 2 ? `${count} appel` : `${count} appels`,
      remark: 'Ils sont faits dans cet ordre : tous, ou aucun.',
    }),
    backup: () => ({ label: 'Vous modifiez ce portefeuille', main: 'Il reçoit cette adresse de secours' }),
    backupRemoved: () => ({
      label: 'Vous modifiez ce portefeuille',
      main: 'Il n’a plus d’adresse de secours',
    }),
    recoveryCancelled: () => ({
      label: 'Vous modifiez ce portefeuille',
      main: 'La récupération est annulée',
    }),
    callCancelled: () => ({ label: 'Vous retirez', main: 'Un appel que vous avez signé' }),
    told: (said) => ({
      label: 'Cette page dit',
      main: said,
      remark:
        'Ce sont les mots de la page, et personne ici ne les a vérifiés. Les adresses et les nombres sont lus dans l’appel lui-même.',
    }),
  },
  labels: {
    backup: 'Adresse de secours',
    data: 'Données',
    extraData: 'Données transmises',
    holder: 'Pris à',
    length: 'Longueur',
    selector: 'Fonction',
    value: 'Envoyé en plus',
  },
  callOf: (number, count) => `Appel ${number} sur ${count}`,
  bytes: (count) => (count < 2 ? `${count} octet` : `${count} octets`),
  warnings: {
    'allowance-over-balance':
      'C’est plus que ce que contient votre portefeuille : ce qui arrivera plus tard pourra aussi être pris.',
    'from-other-account':
      'Ce qui est déplacé appartient à un autre compte, qui a permis à votre portefeuille de le déplacer.',
    'removes-backup':
      'Le portefeuille n’aura plus d’adresse de secours. Si la clé d’accès est perdue, personne ne pourra le récupérer.',
    'sets-backup': 'Qui contrôle l’adresse de secours pourra prendre le portefeuille après un délai.',
  },
  unread: {
    heading: 'Cette page demande quelque chose d’illisible',
    lede: 'Personne ici ne peut dire ce que fait cet appel. Il peut donner tout ce que contient ce portefeuille.',
    understood: 'Je comprends que je ne peux pas voir ce que cela fait',
    missing: 'Cochez la case, ou annulez.',
    submit: 'Poursuivre',
  },
}
