import { createServer } from 'node:http'
import pg from 'pg'

// The plain baseline of the calendar: one query, one JSON answer, nothing else. calendar.ts starts it as a separate process.
const [url, projectId] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })

const query = `
  select s.id, s.post_id, s.date::text, s.time, s.datetime, s.timezone, s.is_autoposting, p.type, p.updated_at,
    o.id as post_social_id, o.social_network, o.status, o.is_approved, left(o.message, 200) as message, m.storage_key
  from schedules s
  join posts p on p.id = s.post_id
  join post_socials o on o.post_id = p.id
  left join attachments a on a.post_social_id = o.id and a.position = 0
  left join medias m on m.id = a.media_id
  where s.project_id = $1 and s.datetime >= '2027-03-01' and s.datetime < '2027-04-01' and s.deleted_at is null
  order by s.datetime, s.id, o.id`

const server = createServer(async (_request, response) => {
  const { rows } = await pool.query(query, [projectId])
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ data: rows }))
})
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as { port: number }).port}/`),
)
