/** The to-do list of a new organisation (specification part 1, sections 2.4, 3 and 4.3). */
import { z } from 'zod';

/**
 * The tasks, with the dollars of credit that each earns. A list never holds a task that cannot be completed: 'add payment'
 * is in it only where the installation charges.
 */
export const TASKS = [
  { id: 'signup', credits: 10, description: 'Your account, and the terms accepted.' },
  { id: 'create workspace', credits: 10, description: 'The servers that hold your graphs.' },
  { id: 'add payment', credits: 10, description: 'A card, so that your workspaces go on.' },
  { id: 'invite member', credits: 10, description: 'Work on the same graphs together.' },
  { id: 'load data', credits: 30, description: 'From your files, or from a sample solution.' },
  { id: 'give feedback', credits: 10, description: 'What is good here, and what is not.' },
] as const;
export const TaskId = z.enum(TASKS.map(({ id }) => id));
export type TaskId = z.infer<typeof TaskId>;

export const OnboardingTask = z
  .object({
    id: TaskId,
    task_name: z.string(),
    description: z.string(),
    /** Dollars that the organisation earns by it, once. */
    credits: z.number(),
    completed: z.boolean(),
  })
  .meta({ id: 'OnboardingTask' });
export type OnboardingTask = z.infer<typeof OnboardingTask>;
