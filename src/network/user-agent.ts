/** How the actions introduce themselves to the service and to GitHub; CDNs turn away clients that don't. */
export const USER_AGENT = 'docs-agent-action/1'
