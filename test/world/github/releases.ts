import { type Routes, replyPage } from './api-call.ts'
import { addressesBelow, nodeId } from './api-message.ts'
import { userJson } from './people.ts'
import { type Repository, timeOf } from './repository.ts'
import type { NewRelease } from './world.ts'

export interface Release
  extends Required<Pick<NewRelease, 'tag' | 'name' | 'body' | 'isPrerelease' | 'publishedAt'>> {
  id: number
  author: string
  createdAt: string
}

/** Newest first, by the time of creation. https://docs.github.com/rest/releases/releases#list-releases */
export const releaseRoutes: Routes = {
  'GET /releases': (call) =>
    replyPage(call, call.repository.releases.toReversed(), (each) => releaseJson(call.repository, each)),
}

/** Publishes a release; its tag is made from `main` unless it is there already. */
export function addRelease(repository: Repository, release: NewRelease, author: string): Release {
  const { hub, git, releases } = repository
  const createdAt = timeOf(hub)
  const { tag, name = tag, body = '', isPrerelease = false, publishedAt = createdAt } = release
  if (!git.refs.has(`tags/${tag}`)) git.refs.set(`tags/${tag}`, git.refs.get('heads/main') ?? '')
  const added = { tag, name, body, isPrerelease, publishedAt, id: hub.nextId(), author, createdAt }
  releases.push(added)
  return added
}

export function releaseJson({ hub, url, htmlUrl }: Repository, release: Release) {
  const { id, tag, name, body, isPrerelease, publishedAt, author, createdAt } = release
  const own = `${url}/releases/${id}`
  return {
    ...{ id, node_id: nodeId('Release', id), tag_name: tag, name, body, draft: false },
    ...{ prerelease: isPrerelease, created_at: createdAt, published_at: publishedAt },
    ...{ author: userJson(hub, author), target_commitish: 'main', assets: [] },
    ...{ url: own, html_url: `${htmlUrl}/releases/tag/${tag}` },
    ...addressesBelow(own, 'assets upload=assets{?name,label}'),
    ...addressesBelow(url, `tarball/${tag} zipball/${tag}`),
  }
}
