import type { subscribe } from '../newsletter.contract.ts'

const path: (typeof subscribe)['path'] = '/api/newsletter/subscribe'

/** Subscribes from the browser. `call` is not used because the words for a refusal without a message are the form's own. */
export async function sendSubscription(email: string): Promise<{ isDone: boolean; message: string }> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    const answer: { success?: boolean; message?: string } = await response.json()
    if (response.ok && answer.success) return { isDone: true, message: subscribed }
    return { isDone: false, message: answer.message || 'Subscription failed' }
  } catch {
    return { isDone: false, message: 'Newsletter subscription failed. Please try again.' }
  }
}

export const subscribed = 'Successfully subscribed to newsletter!'
export const emailMissing = 'Please enter your email address'
