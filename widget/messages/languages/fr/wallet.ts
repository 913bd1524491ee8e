import type { WalletMessages } from '#widget/messages/wallet-en.ts'

export const wallet: WalletMessages = {
  labels: {
    activeFrom: 'Activation possible',
    backup: 'Adresse de secours',
    callData: 'Données de l’appel',
    contract: 'À (votre portefeuille)',
    network: 'Réseau',
    proposedKey: 'Nouvelle clé (x)',
    sender: 'De (adresse de secours)',
    value: 'Valeur',
    wallet: 'Portefeuille',
  },
  timeLeft: (days, time) =>
    days === 0
      ? `Temps restant : ${time}`
      : `Temps restant : ${days} ${days === 1 ? 'jour' : 'jours'} ${time}`,
  network: (chainId) => `Chaîne ${chainId}`,
  changeWallet: 'Autre portefeuille',
  login: {
    heading: 'Ouvrez votre portefeuille',
    lede: (organization) =>
      `Utilisez la clé d’accès de votre portefeuille ${organization}. Rien n’est signé ni envoyé.`,
    submit: 'Utiliser ma clé d’accès',
    working: 'Recherche de votre portefeuille…',
    doneHeading: 'Voici votre portefeuille',
    done: 'Votre clé d’accès l’ouvre sur cet appareil.',
    single:
      'Cette clé d’accès n’est que sur un appareil. S’il est perdu, seule une adresse de secours peut rendre le portefeuille.',
    singleWithBackup:
      'Cette clé d’accès n’est que sur un appareil. Votre adresse de secours peut rendre le portefeuille.',
    unchecked:
      'Ce portefeuille a été récupéré : son adresse ne peut donc pas être calculée à partir de votre clé d’accès. Comparez-la à celle que vous avez notée avant de recevoir de l’argent.',
    missedHeading: 'Cette clé d’accès n’ouvre aucun de vos portefeuilles',
    missed: {
      unknown:
        'Elle appartient peut-être à un autre compte ou à un autre site. Essayez une autre clé d’accès, ou connectez-vous avec un autre compte.',
      'other-chain':
        'Elle a été créée pour un portefeuille sur un autre réseau. Essayez une autre clé d’accès.',
      replaced: 'Une récupération a mis une autre clé d’accès à sa place. Utilisez la plus récente.',
    },
    again: 'Essayer une autre clé d’accès',
    forget: 'Retirer cette clé d’accès de mon appareil',
    forgetHint:
      'Seulement si vous êtes sûr qu’elle n’ouvre rien : un portefeuille ailleurs, que seule cette clé ouvre, serait perdu.',
    forgetSure: 'Oui, la retirer',
  },
  receive: {
    heading: 'Recevoir',
    lede: 'Donnez cette adresse à la personne qui vous paie.',
    qr: 'Code QR de votre adresse',
    accepted: 'Acceptés ici',
    otherwise: (chainId) =>
      `N’envoyez que sur ce réseau (chaîne ${chainId}). Ce qui est envoyé sur un autre réseau n’arrive pas ici.`,
    received: (amount) => `Reçu : ${amount}`,
    watching: 'Ce qui arrive s’affiche ici tout seul.',
    stalled: 'Le solde n’a pas pu être lu. Nous continuons d’essayer.',
    blind: 'Ce service n’indique pas les soldes : ce qui arrive ne s’affiche donc pas ici.',
    balance: (amount) => `vous avez ${amount}`,
  },
  backup: {
    heading: 'Adresse de secours',
    lede: 'Si vous perdez votre clé d’accès, cette adresse peut en donner une nouvelle au portefeuille. Cela prend trois jours, et jusque-là votre clé d’accès peut refuser.',
    hint: 'Une adresse dont la clé est en sûreté et pas sur cet appareil : un portefeuille matériel, ou une personne de confiance.',
    present: 'Vous avez une adresse de secours. Vous pouvez la remplacer.',
    none: 'Vous n’avez pas d’adresse de secours. Si votre clé d’accès est perdue, le portefeuille l’est aussi.',
    unknown: 'Ce service n’indique pas quelle adresse de secours existe.',
    label: 'Nouvelle adresse de secours',
    submit: 'Vérifier et signer',
    remove: 'Retirer l’adresse de secours',
    later: 'Plus tard',
    pendingHeading: 'Une nouvelle clé d’accès est proposée',
    pending: (time) =>
      `L’adresse de secours veut donner une nouvelle clé d’accès à votre portefeuille. Elle pourra être activée à partir du ${time}. Si ce n’était pas vous, refusez-la maintenant.`,
    refuse: 'Refuser la nouvelle clé d’accès',
    problems: {
      missing: 'Saisissez une adresse.',
      notAddress: 'Ce n’est pas une adresse qui peut avoir une clé : il faut 0x et 40 caractères.',
      checksum: 'Cette adresse contient une erreur. Copiez-la à nouveau.',
      self: 'C’est l’un de vos portefeuilles, que les mêmes clés d’accès ouvrent. Utilisez une autre adresse.',
      token: 'C’est le contrat d’un jeton, qui ne peut rien signer. Utilisez une autre adresse.',
      same: 'C’est déjà votre adresse de secours.',
      imitation:
        'Cette adresse ressemble à l’une des vôtres et en est une autre. Copiez-la à nouveau depuis l’endroit où vous la connaissez.',
    },
    what: {
      set: 'Vous désignez une adresse de secours',
      remove: 'Vous retirez l’adresse de secours',
      removed: 'Personne ne pourra récupérer le portefeuille',
      refuse: 'Vous refusez la clé d’accès proposée',
      refused: 'Votre clé d’accès reste',
      unknown: 'Vous appelez un contrat',
      unknownMain: 'Personne ici ne peut dire ce que cela fait',
    },
    warnings: {
      'sets-backup':
        'Qui détient la clé de cette adresse pourra prendre votre portefeuille après trois jours, si vous ne refusez pas à temps.',
      'removes-backup': 'Sans adresse de secours, une clé d’accès perdue est un portefeuille perdu.',
      'unknown-call': 'Personne ici ne peut dire ce que fait cet appel.',
    },
    confirmed: { heading: 'C’est fait', text: 'C’est définitif.' },
    failed: { heading: 'Échec', text: 'La blockchain l’a refusé et rien n’a changé.' },
    preparing: 'Préparation…',
    another: 'Afficher l’adresse de secours',
  },
  recover: {
    heading: 'Récupérez votre portefeuille',
    lede: 'Pour le cas où sa clé d’accès est perdue. Vous en créez une nouvelle maintenant. Votre adresse de secours la propose, et trois jours plus tard elle ouvre le portefeuille.',
    submit: 'Créer la nouvelle clé d’accès',
    domain: 'Fonctionne sur',
    proposalHeading: 'Proposez la nouvelle clé d’accès',
    proposal:
      'Envoyez cet appel depuis votre adresse de secours, avec n’importe quelle application de portefeuille. Nous verrons quand il arrive.',
    other:
      'L’adresse de secours a proposé une autre clé d’accès que celle-ci. Envoyez cet appel pour proposer celle-ci à la place ; les trois jours recommencent.',
    qr: 'Code QR de l’appel, pour les applications qui le lisent',
    watching: 'Nous attendons. Vous pouvez partir et revenir : votre nouvelle clé d’accès est conservée.',
    stalled: 'Le portefeuille n’a pas pu être lu. Nous continuons d’essayer.',
    waitingHeading: 'En attente',
    waiting:
      'La nouvelle clé d’accès est proposée. Elle pourra être activée une fois le délai passé. D’ici là, l’ancienne peut la refuser.',
    waitingElsewhere:
      'Une nouvelle clé d’accès est proposée, mais elle n’a pas été créée dans ce navigateur. Si vous ne l’avez pas demandée, refusez-la avec votre clé d’accès actuelle.',
    activateHeading: 'Activez la nouvelle clé d’accès',
    activateText:
      'Les trois jours sont passés. À partir de maintenant, la nouvelle clé d’accès ouvre le portefeuille, et l’ancienne ne l’ouvre plus.',
    activate: 'Activer',
    working: 'Activation de la nouvelle clé d’accès…',
    noBackupHeading: 'Ce portefeuille n’a pas d’adresse de secours',
    noBackup:
      'Seule sa clé d’accès l’ouvre. Cherchez-la sur vos autres appareils, dans votre gestionnaire de mots de passe ou sur votre clé de sécurité.',
    doneHeading: 'Votre portefeuille est récupéré',
    done: 'Il s’ouvre avec votre nouvelle clé d’accès. L’ancienne ne l’ouvre plus.',
    doneElsewhere: 'Il s’ouvre avec la nouvelle clé d’accès, sur l’appareil où elle a été créée.',
  },
}
