/** Text is text in a mail too. */
export const escapeHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;')

/** A plain frame that every mail client can show. `body` is HTML that is already escaped. */
export const mailFrame = (storeName: string, publicUrl: string, body: string) => `<!doctype html>
<html lang="en-IN"><body style="margin:0;background:#f4f4f0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#ffffff;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#16151b">
<tr><td style="padding:24px 24px 8px;font-family:Georgia,serif;font-size:26px"><a href="${escapeHtml(publicUrl)}" style="color:#16151b;text-decoration:none">${escapeHtml(storeName)}</a></td></tr>
<tr><td style="padding:8px 24px 28px">${body}</td></tr>
</table></td></tr></table></body></html>`
