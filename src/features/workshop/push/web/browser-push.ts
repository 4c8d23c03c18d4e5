// What browsers do for push; each step may be missing, refused or fail.

/** The page itself and all below it. */
const SCOPE = '/workshop'
const WORKER = '/sw.js'

/** Not without https, in an old browser, or on an iPhone whose page is not among its apps. */
export const canPush = () =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** What the person has said to the browser. */
export const answerToBrowser = () => Notification.permission

export const askBrowser = () => Notification.requestPermission()

async function activeWorker() {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  const coming = registration.installing ?? registration.waiting
  if (!registration.active && coming)
    await new Promise<void>((resolve, reject) =>
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') resolve()
        if (coming.state === 'redundant') reject(new Error('the service worker was not taken'))
      }),
    )
  return registration
}

/** Is there an address at which this browser is reached? */
export async function isReached() {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  return Boolean(await registration?.pushManager.getSubscription())
}

/** Gives the address at which the shop reaches this browser. Throws where the browser's service gives none. */
export async function subscribe(key: string) {
  const { pushManager } = await activeWorker()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // One for another key, of a shop that was here before, stands in the way.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}
