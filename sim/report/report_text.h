/* What the page says whatever the database holds. */
#ifndef ANESIM_REPORT_REPORT_TEXT_H
#define ANESIM_REPORT_REPORT_TEXT_H

extern const char report_text_head[];
extern const char report_text_published[];
extern const char report_text_foot[];

#endif
