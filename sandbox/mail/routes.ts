import { Hono } from 'hono'
import type { BoxApp } from '../box.ts'
import { problemPage } from '../pages/layout.ts'
import { linksOf } from './links.ts'
import { inboxPage, mailPage } from './pages.ts'
import { deleteMails, findMail, listMails } from './store.ts'

/** The inbox, for people and for tests. */
export const mailRoutes = new Hono<BoxApp>()
  .get('/sandbox/mail.json', (c) =>
    c.json(
      listMails(c.env, { to: c.req.query('to') }).map((mail) => ({
        id: mail.id,
        to: mail.to.join(', '),
        subject: mail.subject,
        text: mail.text ?? '',
        html: mail.html ?? '',
        links: linksOf(mail),
        from: mail.from,
        replyTo: mail.reply_to ?? [],
        at: new Date(mail.at).toISOString(),
        headers: mail.headers ?? {},
        idempotencyKey: mail.idempotencyKey,
        repeats: mail.repeats,
      })),
    ),
  )
  .get('/sandbox/mail', (c) => c.html(inboxPage(listMails(c.env, { limit: 200, to: c.req.query('to') }))))
  .delete('/sandbox/mail', (c) => {
    deleteMails(c.env)
    return c.json({ deleted: true })
  })
  .post('/sandbox/mail/empty', (c) => {
    deleteMails(c.env)
    return c.redirect('/sandbox/mail', 303)
  })
  .get('/sandbox/mail/:id', (c) => {
    const mail = findMail(c.env, c.req.param('id'))
    return mail
      ? c.html(mailPage(mail))
      : c.html(problemPage('No such mail', 'It may have been deleted.'), 404)
  })
