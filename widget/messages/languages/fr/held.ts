import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'En attente de votre accord',
      text: 'Acceptez ou refusez dans votre application d’approbation. Rien n’est envoyé avant cela.',
    },
    APPROVED: { heading: 'Accepté', text: 'L’envoi vers la blockchain est en cours.' },
    FAILED: {
      heading: 'Le virement a échoué',
      text: 'La blockchain l’a refusé et la somme est toujours dans votre portefeuille. Vérifiez le solde avant de le préparer à nouveau.',
    },
    REJECTED: {
      heading: 'Refusé',
      text: 'Le refus vient de votre application d’approbation. Rien n’a été envoyé. Si c’était une erreur, préparez-le à nouveau.',
    },
    EXPIRED: {
      heading: 'Expiré',
      text: 'L’accord n’est pas venu à temps. Rien n’a été envoyé. Préparez-le à nouveau pour obtenir un nouveau nombre.',
    },
    CANCELLED: { heading: 'Annulée', text: 'Elle ne peut plus être exécutée. Rien n’a été envoyé.' },
  },
  unseen: {
    heading: 'Nous ne voyons pas comment cela s’est terminé',
    text: 'Le service de portefeuille ne répond pas depuis cinq minutes. C’est peut-être confirmé, ou non : regardez à nouveau avant d’envoyer autre chose.',
  },
  again: 'Préparer à nouveau',
  cancel: 'Annuler ce paiement',
  unsure:
    'Vous l’avez signé, et c’est peut-être en route. Réessayez : la même signature est remise, et elle ne compte qu’une fois. D’ici là, ne payez rien d’autre à la place.',
  executable: (time) =>
    `Cela n’a pas abouti, mais jusqu’au ${time} c’est encore possible : si vous réessayez ici, ou si quelqu’un d’autre remet votre signature. Avant cela, ne payez rien d’autre à la place.`,
  number: (number) => `Choisissez ${number}`,
  pick: 'Choisissez ce nombre dans votre application d’approbation pour accepter. Rien n’est envoyé avant cela.',
  timeLeft: (time) => `Temps restant : ${time}`,
  open: 'Ouvrir l’application d’approbation',
  mailed: (email) => `Nous avons envoyé un lien à ${email ?? 'votre e-mail'}.`,
  reported: 'Vous avez dit ne pas l’avoir demandé. Rien n’a été envoyé, et l’organisation est prévenue.',
  cancelling: {
    what: 'Par cette signature, vous annulez ce qui suit. Cela ne pourra plus être exécuté.',
    refused:
      'L’annulation n’a pas abouti. Le paiement vient peut-être d’être exécuté : nous continuons de regarder.',
    tooLate: 'L’annulation est arrivée trop tard : le paiement a été effectué.',
  },
}
