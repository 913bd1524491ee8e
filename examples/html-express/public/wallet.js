const wallet = document.querySelector('latchkey-wallet')
const news = document.querySelector('#news')

wallet.getToken = async () => {
  const answer = await fetch('/wallet-token', { method: 'POST' })
  if (!answer.ok) throw new Error(`/wallet-token: ${answer.status}`)
  return (await answer.json()).token
}

for (const flow of ['create', 'send']) {
  document.getElementById(flow).addEventListener('click', () => wallet.setAttribute('flow', flow))
}
wallet.addEventListener('latchkey-created', ({ detail }) => {
  news.textContent = `Your wallet is ${detail.address}`
})
wallet.addEventListener('latchkey-confirmed', ({ detail }) => {
  news.textContent = `Sent by ${detail.transactionHash}`
})
wallet.addEventListener('latchkey-error', ({ detail }) => {
  console.warn('wallet', detail.code, detail.detail)
})
