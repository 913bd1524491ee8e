import type { FrameMessages } from '#widget/messages/frame-en.ts'

export const frame: FrameMessages = {
  errors: {
    INSECURE_CONTEXT:
      'Chaves de acesso precisam de uma página criptografada. Abra esta página pelo endereço que começa com https://.',
    PAGE_HIDDEN:
      'Esta página não estava em primeiro plano, por isso o pedido da chave de acesso não pôde abrir. Clique aqui e tente de novo.',
    PASSKEY_NOT_FOUND:
      'Este dispositivo não tem chave de acesso para esta carteira. Nada foi assinado. Tente de novo e escolha o celular ou outro dispositivo.',
    PASSKEY_REFUSED:
      'O navegador recusou na hora, sem perguntar. Configure um bloqueio de tela, impressão digital ou PIN e tente de novo, ou use outro dispositivo.',
    PASSKEY_NO_ANSWER:
      'O gerenciador de senhas assumiu o pedido e não respondeu. Desative-o para esta página, ou escolha outro, e tente de novo.',
    PASSKEY_BUSY: 'Outro pedido de chave de acesso está aberto. Conclua-o ou feche-o e tente de novo.',
    PASSKEY_UNVERIFIED:
      'O dispositivo não verificou que é você. Configure nele impressão digital, rosto ou PIN, ou use outro dispositivo.',
    PASSKEY_KEY_TYPE:
      'Este dispositivo cria outro tipo de chave de acesso do que as carteiras precisam. Use outro dispositivo ou gerenciador de senhas.',
    CLOCK_WRONG:
      'O relógio deste dispositivo está errado, por isso o prazo foi recusado. Ajuste-o para automático, verifique mais uma vez e confirme.',
    RP_ID_MISMATCH:
      'A chave de acesso pertence a um endereço web diferente desta página. Abra a página em que você a criou.',
    PASSKEY_BLOCKED:
      'A página que contém esta não permite chaves de acesso aqui. Continue em uma janela própria.',
  },
  copyDetails: 'os detalhes para o suporte',
  windowNeeded:
    'Este navegador só cria chaves de acesso em uma janela própria. Pressione de novo para abri-la.',
  covered: 'Algo cobre esta carteira, ou ela não está toda visível. Assim nada pode ser confirmado.',
  openWindow: 'Abrir em uma janela',
  windowOpen: 'Continue na janela que se abriu.',
  windowBlocked: 'O navegador não abriu a janela. Permita pop-ups para esta página e pressione de novo.',
  createHeading: 'Crie a chave de acesso aqui',
  createLede: 'A página de onde você veio não pode fazer isso. Esta janela se fecha depois.',
  createSubmit: 'Criar chave de acesso',
}
