import { isObject } from '../github/api-message.ts'
import type { Comment } from '../github/world.ts'
import type { World } from '../index.ts'

/** An issue's description, or a comment. */
export interface Post {
  author: Author
  body: string
  createdAt: string
  url: string
  /** Contents of its reactions, oldest first. */
  reactions: string[]
}

/** An issue, with its description. */
export interface Issue extends Post {
  number: number
  title: string
}

export interface Author {
  login: string
  isBot: boolean
}

/** All comments of a thread with their reactions, oldest first. */
export async function readThread({ github }: World, number: number): Promise<Post[]> {
  const readComment = async (comment: Comment): Promise<Post> => {
    const reactions = await github.reactionsOf(comment.id)
    return readPost(
      comment,
      reactions.map(({ content }) => content),
    )
  }
  return Promise.all((await github.commentsOf(number)).map(readComment))
}

/** An issue or comment as the API gives it. */
export function readPost(value: unknown, reactions: string[] = []): Post {
  const post = isObject(value) ? value : {}
  return {
    author: readAuthor(post['user']),
    body: String(post['body']),
    createdAt: String(post['created_at']),
    url: String(post['html_url']),
    reactions,
  }
}

export function readAuthor(value: unknown): Author {
  const user = isObject(value) ? value : {}
  const login = String(user['login'])
  return { login: login.replace('[bot]', ''), isBot: user['type'] === 'Bot' }
}
