// The scenarios of the project, which the build puts into the page.
export interface Scenario { name: string; text: string; title?: string }

declare const SCENARIOS: Scenario[];

export const scenarios = SCENARIOS;
export const scenario = (name: string) => scenarios.find((s) => s.name === name);
