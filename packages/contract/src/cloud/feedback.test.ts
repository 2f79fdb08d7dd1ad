import { describe, expect, it } from 'vitest';
import { Feedback, feedbackCategoryAt, feedbackQuestions } from './feedback.ts';

describe('feedback', () => {
  it.each([
    ['/groups/1?tab=general', 'Workspace'],
    ['/ingestion', 'Load Data'],
    ['/editor', 'Query Editor'],
    ['/explore', 'Explore Graph'],
    ['/marketplace/solutions', 'Solutions'],
    ['/marketplace/addons', 'Addons'],
    ['/admin/users', 'Admin'],
    ['/', 'Workspace'],
    ['/editors', 'Workspace'],
  ])('from %s begins with the category %s', (path, category) => {
    expect(feedbackCategoryAt(path.split('?')[0] ?? '')).toBe(category);
  });

  const copilot = feedbackQuestions('Copilot').map(() => '');
  it.each([
    [{ category: 'Admin', rowData: ['5', 'Good'] }, []],
    [{ category: 'Copilot', rowData: ['1-5', ...copilot.slice(1)] }, []],
    [{ category: 'Admin', rowData: ['', ' '] }, ['This field is required.', 'This field is required.']],
    [{ category: 'Admin', rowData: ['6', 'x'] }, ['is no answer to "Rating"']],
    [{ category: 'Admin', rowData: ['5', 'x'.repeat(4_001)] }, ['must have at most 4,000 characters']],
    [{ category: 'Copilot', rowData: copilot }, ['This field is required.']],
    [{ category: 'Copilot', rowData: ['3', ...copilot.slice(1)] }, ['is no answer to "Team size"']],
    [
      { category: 'Admin', rowData: ['5', 'x', 'y'] },
      ['must have 2 answers, as the questions about Admin are'],
    ],
  ])('%j is judged', (body, faults) => {
    expect(Feedback.safeParse(body).error?.issues.map(({ message }) => message) ?? []).toEqual(faults);
  });
});
