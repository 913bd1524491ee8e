import type { FrameMessages } from '#widget/messages/frame-en.ts'

export const frame: FrameMessages = {
  errors: {
    INSECURE_CONTEXT: '通行密钥需要加密的页面。请用以 https:// 开头的地址打开此页面。',
    PAGE_HIDDEN: '此页面不在前台，因此无法打开通行密钥窗口。请点击此处后重试。',
    PASSKEY_NOT_FOUND: '此设备上没有此钱包的通行密钥。没有签署任何内容。请重试，并选择您的手机或其他设备。',
    PASSKEY_REFUSED: '浏览器未经询问就立即拒绝了。请设置屏幕锁定、指纹或 PIN 后重试，或使用其他设备。',
    PASSKEY_NO_ANSWER: '您的密码管理器接管了请求但没有回应。请在此页面上停用它，或选择其他的，然后重试。',
    PASSKEY_BUSY: '另一个通行密钥窗口已打开。请完成或关闭它，然后重试。',
    PASSKEY_UNVERIFIED: '设备没有验证是您本人。请在设备上设置指纹、面容或 PIN，或使用其他设备。',
    PASSKEY_KEY_TYPE: '此设备创建的通行密钥不是钱包所需的类型。请使用其他设备或密码管理器。',
    CLOCK_WRONG: '此设备的时钟不准，因此时限被拒绝。请设为自动，再次核对并确认。',
    RP_ID_MISMATCH: '此通行密钥属于与此页面不同的网址。请打开您创建它的页面。',
    PASSKEY_BLOCKED: '外层页面不允许在此使用通行密钥。请在单独的窗口中继续。',
  },
  copyDetails: '供客服使用的详情',
  windowNeeded: '此浏览器只能在单独的窗口中创建通行密钥。请再按一次以打开窗口。',
  covered: '有东西遮住了此钱包，或它没有完全显示。这样无法确认任何内容。',
  openWindow: '在窗口中打开',
  windowOpen: '请在已打开的窗口中继续。',
  windowBlocked: '浏览器没有打开窗口。请允许此页面弹出窗口，然后再按一次。',
  createHeading: '在此创建通行密钥',
  createLede: '您来自的页面自己无法创建。此窗口随后会关闭。',
  createSubmit: '创建通行密钥',
}
