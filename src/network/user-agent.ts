/** How the actions introduce themselves to the service and to GitHub; CDNs refuse clients that don't. */
export const USER_AGENT = 'docs-agent-action/1'
