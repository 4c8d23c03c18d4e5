// The one service worker. In the workshop it shows what the shop tells its people, and opens that when it is pressed. It answers no
// request: pages come as they do without it. A later one for the whole shop goes on in this file.

const PAGE = '/workshop/parcels/'

/** What src/features/workshop/telling/server/send-pushes.ts writes; nothing where it cannot be read. */
function read(data) {
  try {
    return data.json() ?? {}
  } catch {
    return {}
  }
}

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { kind, id, title, text, language } = read(event.data)
  if (typeof title !== 'string' || typeof text !== 'string') return
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      lang: language === 'hi' ? 'hi-IN' : 'en-IN',
      icon: '/pictures/icon-192.png',
      // The same message may come twice: the second one takes the place of the first.
      tag: `${kind} ${id}`,
      data: { id: String(id) },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openParcel(event.notification.data.id))
})

/** In a window of the workshop that is open already, or in a new one. */
async function openParcel(id) {
  const page = new URL(PAGE + encodeURIComponent(id), self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => new URL(url).pathname.startsWith('/workshop'))
  if (!open) return self.clients.openWindow(page)
  await open.focus()
  return open.navigate(page)
}
